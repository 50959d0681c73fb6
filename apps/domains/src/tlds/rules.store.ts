import type { TldRuleChanges } from '@nameyard/contracts/domains/set-tld-rules'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'

/** Rules of an extension that an operator has changed, from an instant on. */
export interface TldRule {
  extension: string
  effectiveFrom: Date
  rules: TldRuleChanges
  setBy: string
  setAt: Date
}

/** A contract with a registry that is signed. */
interface RegistryContract {
  contract: string
  signedBy: string
  signedAt: Date
}

const instant = { type: 'timestamptz' } as const
const text = { type: 'text' } as const

export const tldRuleSchema = new EntitySchema<TldRule>({
  name: 'tld_rule',
  columns: {
    extension: { ...text, primary: true },
    effectiveFrom: { ...instant, name: 'effective_from', primary: true },
    rules: { type: 'jsonb' },
    setBy: { ...text, name: 'set_by' },
    setAt: { ...instant, name: 'set_at' },
  },
})

export const registryContractSchema = new EntitySchema<RegistryContract>({
  name: 'registry_contract',
  columns: {
    contract: { ...text, primary: true },
    signedBy: { ...text, name: 'signed_by' },
    signedAt: { ...instant, name: 'signed_at' },
  },
})

/** What operators have changed, the oldest first. */
export const changedRules = statement(
  'tlds.changed-rules',
  'select extension, effective_from as "effectiveFrom", rules from tld_rule order by extension, effective_from',
)

export const signedContracts = statement('tlds.signed-contracts', 'select contract from registry_contract')

export const setRules = statement(
  'tlds.set-rules',
  `insert into tld_rule (extension, effective_from, rules, set_by, set_at) values ($1, $2, $3, $4, $5)
   on conflict (extension, effective_from) do update
     set rules = excluded.rules, set_by = excluded.set_by, set_at = excluded.set_at`,
)

/** Signed is signed: the first signature stays. */
export const sign = statement(
  'tlds.sign-contract',
  `with signed as (
     insert into registry_contract (contract, signed_by, signed_at) values ($1, $2, $3)
     on conflict (contract) do nothing returning signed_at)
   select signed_at as "signedAt" from signed
   union all select signed_at from registry_contract where contract = $1`,
)
