/** ASCII replacements of letters that Unicode normalization does not decompose. */
const unaccented: Readonly<Record<string, string>> = {
  Æ: 'A', Đ: 'D', Ð: 'D', Ħ: 'H', İ: 'I', Ŀ: 'L', Ł: 'L', Ŋ: 'N', Ø: 'O', Œ: 'O', Ŧ: 'T', Þ: 'T', ẞ: 'S',
} // prettier-ignore

/** Returns the first letter of a name, converted to A-Z; X when there is none. */
function initial(name: string): string {
  const first = /\p{L}/u.exec(name)?.[0]?.toUpperCase()[0] ?? 'X'
  const folded = (unaccented[first] ?? first).normalize('NFKD')[0]!
  return /[A-Z]/.test(folded) ? folded : 'X'
}

/** Returns the two letters with which a handle starts: the initials of the person. */
export function handleInitials(name: { readonly first_name: string; readonly last_name: string }): string {
  return initial(name.first_name) + initial(name.last_name)
}
