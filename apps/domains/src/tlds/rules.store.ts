import type { TldRuleChanges } from '@nameyard/contracts/domains/set-tld-rules'
import { sql, statement } from '@nameyard/persistence/statement'
import type { ChangedRules } from './catalogue'

/** Rules of an extension that an operator has set, from an instant on. */
export interface TldRule {
  extension: string
  effectiveFrom: Date
  rules: TldRuleChanges
  setBy: string
  setAt: Date
}

/** A signed contract with a registry. */
interface RegistryContract {
  contract: string
  signedBy: string
  signedAt: Date
}

/** The changes of operators, the oldest first. */
export const changedRules = statement<void, ChangedRules>(
  'domains.changed-rules',
  () =>
    sql`select extension, effective_from as "effectiveFrom", rules from tld_rule order by extension, effective_from`,
)

export const signedContracts = statement<void, Pick<RegistryContract, 'contract'>>(
  'domains.signed-contracts',
  () => sql`select contract from registry_contract`,
)

/** `rules` is JSON, `effectiveFrom` an instant in ISO 8601. */
interface SetRules extends Pick<TldRule, 'extension' | 'setAt' | 'setBy'> {
  readonly effectiveFrom: string
  readonly rules: string
}

export const setRules = statement<SetRules>(
  'domains.set-rules',
  ({ extension, effectiveFrom, rules, setBy, setAt }) => sql`
    insert into tld_rule (extension, effective_from, rules, set_by, set_at)
    values (${extension}, ${effectiveFrom}, ${rules}, ${setBy}, ${setAt})
    on conflict (extension, effective_from) do update
      set rules = excluded.rules, set_by = excluded.set_by, set_at = excluded.set_at`,
)

/** Returns the first signature, which stays. */
export const sign = statement<RegistryContract, Pick<RegistryContract, 'signedAt'>>(
  'domains.sign-contract',
  ({ contract, signedBy, signedAt }) => sql`
    with signed as (
      insert into registry_contract (contract, signed_by, signed_at) values (${contract}, ${signedBy}, ${signedAt})
      on conflict (contract) do nothing returning signed_at)
    select signed_at as "signedAt" from signed
    union all select signed_at from registry_contract where contract = ${contract}`,
)
