/** A registered name cut at its extension, both in A-labels. */
export interface ExtensionSplit {
  /** What stands before the extension; holds a dot when the name lies below a registrable one. */
  readonly name: string
  readonly extension: string
}

/**
 * Cuts a name (lower case, A-labels, no final dot) at the longest of the given extensions it ends in; undefined when it
 * ends in none, or is itself nothing but an extension.
 */
export function splitExtension(
  ascii: string,
  extensions: { has(extension: string): boolean },
): ExtensionSplit | undefined {
  if (extensions.has(ascii)) return undefined
  for (let dot = ascii.indexOf('.'); dot > 0; dot = ascii.indexOf('.', dot + 1)) {
    const extension = ascii.slice(dot + 1)
    if (extensions.has(extension)) return { name: ascii.slice(0, dot), extension }
  }
  return undefined
}
