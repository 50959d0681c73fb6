import { Module } from '@nestjs/common'
import { ExtensionChanges } from './extension-changes'
import { FindExtension } from './find-extension'
import { GetTld } from './get-tld'
import { ListExtensions } from './list-extensions'
import { ListTlds } from './list-tlds'
import { OnRegistryAccountsOpened } from './on-registry-accounts-opened'
import { PutExtension } from './put-extension'
import { RetireExtension } from './retire-extension'
import { RulesInForce } from './rules-in-force'
import { SetTldRules } from './set-tld-rules'
import { SignContract } from './sign-contract'
import { TldDetails } from './tld-details'

/** The extensions that are sold, and their rules. */
@Module({
  controllers: [
    FindExtension,
    GetTld,
    ListExtensions,
    ListTlds,
    OnRegistryAccountsOpened,
    PutExtension,
    RetireExtension,
    SetTldRules,
    SignContract,
  ],
  providers: [ExtensionChanges, RulesInForce, TldDetails],
  exports: [RulesInForce],
})
export class TldsModule {}
