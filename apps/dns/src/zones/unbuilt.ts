import { fail } from '@nameyard/contracts/errors'

/** What clients may say about a zone beside its records. */
interface ZoneOptions {
  readonly provider?: 'openprovider' | 'sectigo' | undefined
  readonly is_spamexperts_enabled?: boolean | undefined
  readonly premium_dns?: object | undefined
}

/** Refuses what the platform does not offer, by the name of the field: nothing that was asked for is left undone unsaid. */
export function refuseUnbuilt(given: ZoneOptions): void {
  const refuse = (field: keyof ZoneOptions, problem: string) =>
    fail('invalid_input', { field, problem }, [{ path: field, problem }])
  if (given.provider === 'sectigo') refuse('provider', 'sectigo is not available here')
  if (given.is_spamexperts_enabled) refuse('is_spamexperts_enabled', 'it is not available here')
  if (given.premium_dns !== undefined) refuse('premium_dns', 'premium DNS is not available here')
}
