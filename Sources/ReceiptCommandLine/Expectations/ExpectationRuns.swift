/// Adds up runs of entries in a time that grows with the logarithm of their length: an entry for a part of a file
/// stands between others for the whole file, and there may be thousands of both.
struct ExpectationRuns {
  /// A segment tree: the entries are its second half, and each other element is the sum of two.
  private var tree: [Expectation]
  private let count: Int

  init(_ entries: [Expectation]) {
    count = entries.count
    tree = Array(repeating: Expectation(), count: count) + entries
    for index in stride(from: count - 1, to: 0, by: -1) {
      tree[index] = tree[2 * index]
      tree[index].add(tree[2 * index + 1])
    }
  }

  /// The entries of a range, added up in their order.
  func sum(_ range: Range<Int>) -> Expectation {
    var left = Expectation()
    var rights: [Expectation] = []
    var low = range.lowerBound + count
    var high = range.upperBound + count
    while low < high {
      if low % 2 == 1 {
        left.add(tree[low])
        low += 1
      }
      if high % 2 == 1 {
        high -= 1
        rights.append(tree[high])
      }
      low /= 2
      high /= 2
    }
    for right in rights.reversed() { left.add(right) }
    return left
  }
}
