/**
 * Folds a text: texts that differ only in case or in the composition of their letters become equal. Patterns and sorting
 * use this form, so that every database cluster gives the same result.
 */
export function fold(text: string): string {
  // A lower-case sigma has another form at the end of a word.
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ')
}
