import { FEE } from '../../namespaces'

/** How a version asks for prices and answers: with a list of commands, one command, or one element for each name and command. */
export type FeeForm = 'commands' | 'command' | 'objects' | 'domains'

const drafts = {
  '0.23': 'commands',
  '0.21': 'commands',
  '0.12': 'commands',
  '0.11': 'command',
  '0.9': 'objects',
  '0.8': 'domains',
  '0.7': 'domains',
  '0.6': 'domains',
  '0.5': 'domains',
} as const

/** RFC 8748 and the drafts before it that registries still use (draft-brown-epp-fees, draft-ietf-regext-epp-fees). */
const forms: ReadonlyMap<string, FeeForm> = new Map<string, FeeForm>([
  [FEE, 'commands'],
  ...Object.entries(drafts).map(([version, form]) => [`urn:ietf:params:xml:ns:fee-${version}`, form] as const),
])

/** The namespaces of the versions of fees that we speak, the newest first. */
export const feeVersions: readonly string[] = [...forms.keys()]

/** Returns the form of a version; that of RFC 8748 for an unknown one. */
export function formOf(version: string): FeeForm {
  return forms.get(version) ?? 'commands'
}
