import type { Payload } from '@nameyard/contracts/event'
import type { setRegistryAccounts } from '@nameyard/contracts/registry/set-accounts'
import { sql, statement } from '@nameyard/persistence/statement'

/** The accounts at registries and the extensions that each serves. */
export type RegistryAccounts = Payload<typeof setRegistryAccounts>['accounts']

/** `accounts` is JSON. */
export const putRegistryAccounts = statement<{ readonly accounts: string; readonly openedAt: string }>(
  'domains.put-registry-accounts',
  ({ accounts, openedAt }) => sql`
    insert into registry_accounts (accounts, opened_at) values (${accounts}, ${openedAt})
    on conflict (is_the_row) do update set accounts = excluded.accounts, opened_at = excluded.opened_at
      where registry_accounts.opened_at <= excluded.opened_at`,
)

export const registryAccounts = statement<void, { readonly accounts: RegistryAccounts }>(
  'domains.registry-accounts',
  () => sql`select accounts from registry_accounts`,
)
