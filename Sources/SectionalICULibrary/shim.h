/* ICU's headers are for SectionalCICU alone: Swift's Foundation has others of the same names. */
