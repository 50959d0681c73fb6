/** Digests of a known kind have a known length; of an unknown kind any. */
export function digestProblem(field: string, digest: Uint8Array, octets: number | undefined): string | undefined {
  if (octets === undefined || digest.length === octets) return undefined
  return `${field} has ${digest.length} octets, its type has ${octets}`
}
