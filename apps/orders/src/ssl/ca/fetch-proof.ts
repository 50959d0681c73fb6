import { EgressFailed, EgressRefused, type Egress } from '@nameyard/egress/egress'
import { FILE_PATH } from '../model/validation'

/** Maximum octets that are read from a file. A proof has 40. */
const MAX_OCTETS = 4096

/** The location of a proof file. */
export interface ProofLocation {
  readonly scheme: 'http' | 'https'
  readonly host: string
  readonly port: number
  readonly timeoutMs: number
}

/**
 * Fetches the proof file of a host. Returns the problem when there is no such file. It follows no redirects, and over https
 * it accepts any certificate, because the host may not have a valid one yet.
 */
export async function fetchProof(
  egress: Egress,
  { scheme, host, port, timeoutMs }: ProofLocation,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  try {
    const { status, body, isCut } = await egress.send(`${scheme}://${host}:${port}${FILE_PATH}`, {
      method: 'GET',
      headers: { 'user-agent': 'nameyard-validation' },
      timeoutMs,
      keepBytes: MAX_OCTETS,
      acceptsAnyServer: true,
    })
    if (status !== 200) return { problem: `the host answered with status ${status}` }
    return isCut ? { problem: 'the file is too long' } : { text: body }
  } catch (error) {
    if (error instanceof EgressRefused || error instanceof EgressFailed) return { problem: error.reason }
    throw error
  }
}
