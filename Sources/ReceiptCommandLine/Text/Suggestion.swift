/// The word among `words` that was probably meant: at most a third of its letters differ.
func closest(to word: String, among words: [String]) -> String? {
  let letters = Array(word.lowercased().utf8.prefix(maximumWordLength))
  var best: (word: String, distance: Int)?
  for candidate in words {
    // A name in an input may be of any length. It has at least as many other letters as it is longer.
    guard candidate.utf8.count - letters.count <= max(1, candidate.utf8.count / 3) else { continue }
    let distance = editDistance(letters, Array(candidate.lowercased().utf8))
    if distance <= max(1, candidate.utf8.count / 3), distance < best?.distance ?? .max {
      best = (candidate, distance)
    }
  }
  return best?.word
}

/// Only the beginning of a longer word is compared, because the time grows with the length.
private let maximumWordLength = 80

/// The number of letters to insert, delete, change or swap with the next (Damerau and Levenshtein, the
/// restricted form).
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var twoBack: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let isSame = left[row] == right[column]
      var best = min(
        previous[column + 1] + 1, current[column] + 1, previous[column] + (isSame ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, twoBack[column - 1] + 1)
      }
      current.append(best)
    }
    twoBack = previous
    previous = current
  }
  return previous[right.count]
}
