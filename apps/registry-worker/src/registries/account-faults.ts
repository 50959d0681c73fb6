import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { accountSettings, faultsOf, readSecret, type AccountContext, type AccountSettings } from './account-settings'
import { genericTerms, termsOf } from './rules'

/** A fault of the settings: the field, and what is wrong with it. Never its value, which may be a secret. */
export interface SettingFault {
  readonly path: string
  readonly problem: string
}

/** RFC 5730 pwType. */
const SHORTEST_PASSWORD = 6

/** Reads the settings of one account. Returns them, or every fault of them. */
export function readSettings(
  given: unknown,
  context: Pick<AccountContext, 'dialects' | 'folder'>,
): { readonly settings: AccountSettings } | { readonly faults: readonly SettingFault[] } {
  const parsed = accountSettings.safeParse(given)
  if (!parsed.success) return { faults: faultsOf(parsed.error) }
  const faults = [...dialectFaults(parsed.data, context), ...fileFaults(parsed.data, context)]
  return faults.length > 0 ? { faults } : { settings: parsed.data }
}

function dialectFaults(given: AccountSettings, { dialects }: Pick<AccountContext, 'dialects'>): SettingFault[] {
  if (given.driver !== 'epp') return []
  const dialect = dialects.find(given.dialect)
  if (!dialect) return [{ path: 'dialect', problem: `is one of ${dialects.names.join(', ')}` }]
  return Object.entries(given.tlds).flatMap(([name, own]) => {
    const { options } = { ...genericTerms, ...termsOf(given.rules), ...termsOf(own) }
    const parsed = dialect.options.safeParse(options)
    return parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => ({
          path: ['tlds', name, 'options', ...path].join('.'),
          problem: message,
        }))
  })
}

/** Every file can be read, and has what its field says. */
function fileFaults(given: AccountSettings, { folder }: Pick<AccountContext, 'folder'>): SettingFault[] {
  const faults: SettingFault[] = []
  const contents = new Map<string, string>()
  for (const [field, path] of Object.entries(given)) {
    if (!field.endsWith('File') || typeof path !== 'string') continue
    try {
      contents.set(field, readSecret(given.account, path, folder))
    } catch {
      faults.push({ path: field, problem: 'cannot be read by the registry worker' })
    }
  }
  for (const field of ['passwordFile', 'nextPasswordFile', 'apiKeyFile']) {
    if ((contents.get(field)?.length ?? SHORTEST_PASSWORD) < SHORTEST_PASSWORD)
      faults.push({ path: field, problem: `has fewer than ${SHORTEST_PASSWORD} characters` })
  }
  return [...faults, ...tlsFaults(contents)]
}

function tlsFaults(contents: ReadonlyMap<string, string>): SettingFault[] {
  const [cert, key] = [contents.get('certificateFile'), contents.get('keyFile')]
  const passphrase = contents.get('keyPassphraseFile')
  const certificates = ['caFile', 'certificateFile'].flatMap((field) => {
    const pem = contents.get(field)
    return pem === undefined || works(() => new X509Certificate(pem))
      ? []
      : [{ path: field, problem: 'has no certificate in PEM' }]
  })
  if (cert === undefined || key === undefined || certificates.some(({ path }) => path === 'certificateFile'))
    return certificates
  if (works(() => createSecureContext({ cert, key, passphrase }))) return certificates
  const problem = 'is not the key of the certificate in PEM, or needs the right passphrase in keyPassphraseFile'
  return [...certificates, { path: 'keyFile', problem }]
}

function works(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
