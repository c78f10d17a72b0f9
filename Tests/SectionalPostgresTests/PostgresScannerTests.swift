import Testing

struct PostgresScannerTests {
}
