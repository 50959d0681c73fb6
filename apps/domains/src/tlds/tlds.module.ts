import { Module } from '@nestjs/common'
import { ExtensionChanges } from './extension-changes'
import { ExtensionEvents } from './extension-events'
import { FindExtension } from './find-extension'
import { GetTld } from './get-tld'
import { ListExtensions } from './list-extensions'
import { ListTlds } from './list-tlds'
import { OnSetRegistryAccounts } from './on-set-registry-accounts'
import { PricedExtensions } from './priced-extensions'
import { PutExtension } from './put-extension'
import { RetireExtension } from './retire-extension'
import { RulesInForce } from './rules-in-force'
import { SetTldRules } from './set-tld-rules'
import { SignContract } from './sign-contract'
import { SyncExtensions } from './sync-extensions'
import { TldDetails } from './tld-details'

/** The extensions that are sold, and their rules. */
@Module({
  controllers: [
    FindExtension,
    GetTld,
    ListExtensions,
    ListTlds,
    OnSetRegistryAccounts,
    PutExtension,
    RetireExtension,
    SetTldRules,
    SignContract,
    SyncExtensions,
  ],
  providers: [ExtensionChanges, ExtensionEvents, PricedExtensions, RulesInForce, TldDetails],
  exports: [PricedExtensions, RulesInForce],
})
export class TldsModule {}
