import { Module } from '@nestjs/common'
import { DNS_LOOKUP } from './dns-lookup'
import { HostedProofs } from './hosted-proofs'
import { NameControl } from './name-control'
import { dnsLookup } from './resolver.lookup'

/** DNS records that prove control of a name: looked up, and placed in zones hosted here. */
@Module({
  providers: [dnsLookup, HostedProofs, NameControl],
  exports: [DNS_LOOKUP, HostedProofs, NameControl],
})
export class ProofsModule {}
