/** Extensions under which names are suggested first, after those of the language. */
const popular = ['com', 'net', 'org', 'eu', 'info']

/** Extensions of the countries where a language is spoken (ISO 639-2, bibliographic and terminology codes). */
const byLanguage: Record<string, readonly string[]> = {
  dut: ['nl', 'be'],
  nld: ['nl', 'be'],
  ger: ['de', 'at', 'ch'],
  deu: ['de', 'at', 'ch'],
  fre: ['fr', 'be', 'ch'],
  fra: ['fr', 'be', 'ch'],
  spa: ['es'],
  ita: ['it'],
}

/** Extensions in the order in which names are suggested under them: of the language, popular ones, then all others. */
export function byPopularity<Sold extends { readonly extension: string }>(
  extensions: readonly Sold[],
  language = '',
): readonly Sold[] {
  const first = [...(byLanguage[language] ?? []), ...popular]
  const place = ({ extension }: Sold) => (first.includes(extension) ? first.indexOf(extension) : first.length)
  return extensions.toSorted((a, b) => place(a) - place(b))
}
