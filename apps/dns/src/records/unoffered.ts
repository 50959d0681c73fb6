import { fail } from '@nameyard/contracts/errors'

/** Fields of a zone beside its records. */
interface ZoneOptions {
  readonly provider?: 'openprovider' | 'sectigo' | undefined
  readonly is_spamexperts_enabled?: boolean | undefined
  readonly premium_dns?: object | undefined
}

/** Refuses fields of services that the platform does not offer, so that no request is silently incomplete. */
export function refuseUnoffered(given: ZoneOptions): void {
  const refuse = (field: keyof ZoneOptions, problem: string) =>
    fail('invalid_input', { field, problem }, [{ path: field, problem }])
  if (given.provider === 'sectigo') refuse('provider', 'sectigo is not available here')
  if (given.is_spamexperts_enabled) refuse('is_spamexperts_enabled', 'it is not available here')
  if (given.premium_dns !== undefined) refuse('premium_dns', 'premium DNS is not available here')
}
