/**
 * A text without case: two texts that differ in case alone, or in how their letters are put together, fold to the same.
 * Patterns are compared and lists are sorted in this form, alike on every cluster.
 */
export function fold(text: string): string {
  // A small sigma is written differently at the end of a word.
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ')
}
