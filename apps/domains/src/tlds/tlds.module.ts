import { Module } from '@nestjs/common'
import { GetTld } from './get-tld'
import { ListTlds } from './list-tlds'
import { OnRegistryAccountsOpened } from './on-registry-accounts-opened'
import { RulesInForce } from './rules-in-force'
import { SetTldRules } from './set-tld-rules'
import { SignContract } from './sign-contract'
import { TldDetails } from './tld-details'

/** The extensions that are sold, and their rules. */
@Module({
  controllers: [GetTld, ListTlds, OnRegistryAccountsOpened, SetTldRules, SignContract],
  providers: [RulesInForce, TldDetails],
  exports: [RulesInForce],
})
export class TldsModule {}
