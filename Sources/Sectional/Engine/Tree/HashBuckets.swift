/// An item that is found by its hash, which need not be unique.
protocol HashedEntry: Sendable {
  var hash: UInt32 { get }
}

/// A set of entries, stored in small buckets by hash; a copy shares everything that isn't changed.
struct HashBuckets<Entry: HashedEntry>: Sendable {
  private static var fill: Int { 32 }
  private var buckets: PagedArray<[Entry]>
  private(set) var count = 0

  /// Creates an empty set with room for the given number of entries.
  init(expecting count: Int = 0) {
    var bucketCount = 1
    while bucketCount * HashBuckets.fill < count { bucketCount *= 2 }
    buckets = PagedArray(repeating: [], count: bucketCount)
  }

  /// Returns the bucket that contains all entries with a hash.
  subscript(hash: UInt32) -> [Entry] { buckets[bucket(of: hash)] }

  /// Adds an entry, even if an equal one exists.
  mutating func insert(_ entry: Entry) {
    if count >= buckets.count * HashBuckets.fill * 2 { grow() }
    buckets[bucket(of: entry.hash)].append(entry)
    count += 1
  }

  /// Removes one entry that satisfies a condition.
  mutating func remove(_ hash: UInt32, where condition: (Entry) -> Bool) {
    let bucket = bucket(of: hash)
    guard let index = buckets[bucket].firstIndex(where: condition) else { return }
    let last = buckets[bucket].removeLast()
    if index < buckets[bucket].count { buckets[bucket][index] = last }
    count -= 1
  }

  /// Replaces one entry that satisfies a condition.
  mutating func replace(with entry: Entry, where condition: (Entry) -> Bool) {
    let bucket = bucket(of: entry.hash)
    guard let index = buckets[bucket].firstIndex(where: condition) else { return }
    buckets[bucket][index] = entry
  }

  /// Creates a set from entries, filling each bucket in one step.
  init(_ entries: [Entry]) {
    self.init(expecting: entries.count)
    let mask = UInt32(buckets.count - 1)
    var starts = [Int32](repeating: 0, count: buckets.count + 1)
    for entry in entries { starts[Int(entry.hash & mask) + 1] += 1 }
    for bucket in 1..<starts.count { starts[bucket] += starts[bucket - 1] }
    guard let any = entries.first else { return }
    var sorted = [Entry](repeating: any, count: entries.count)
    var next = starts
    for entry in entries {
      let bucket = Int(entry.hash & mask)
      sorted[Int(next[bucket])] = entry
      next[bucket] += 1
    }
    for bucket in 0..<buckets.count where starts[bucket] < starts[bucket + 1] {
      buckets[bucket] = Array(sorted[Int(starts[bucket])..<Int(starts[bucket + 1])])
    }
    count = entries.count
  }

  /// Calls a body with each bucket.
  func forEachBucket(_ body: ([Entry]) -> Void) {
    for bucket in 0..<buckets.count { body(buckets[bucket]) }
  }

  private func bucket(of hash: UInt32) -> Int { Int(hash & UInt32(buckets.count - 1)) }

  /// Doubles the number of buckets.
  private mutating func grow() {
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    forEachBucket { entries.append(contentsOf: $0) }
    let bucketCount = buckets.count * 2
    buckets = PagedArray(repeating: [], count: bucketCount)
    for entry in entries { buckets[bucket(of: entry.hash)].append(entry) }
  }
}
