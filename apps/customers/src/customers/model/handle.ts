/** Letters that no decomposition brings to A-Z, by what they are written as where only A-Z is at hand. */
const unaccented: Readonly<Record<string, string>> = {
  Æ: 'A', Đ: 'D', Ð: 'D', Ħ: 'H', İ: 'I', Ŀ: 'L', Ł: 'L', Ŋ: 'N', Ø: 'O', Œ: 'O', Ŧ: 'T', Þ: 'T', ẞ: 'S',
} // prettier-ignore

/** The letter a name begins with, folded to A-Z; X where there is none. */
function initial(name: string): string {
  const first = /\p{L}/u.exec(name)?.[0]?.toUpperCase()[0] ?? 'X'
  const folded = (unaccented[first] ?? first).normalize('NFKD')[0]!
  return /[A-Z]/.test(folded) ? folded : 'X'
}

/** The two letters a handle begins with, taken from the name of the person. */
export function handleInitials(name: { readonly first_name: string; readonly last_name: string }): string {
  return initial(name.first_name) + initial(name.last_name)
}
