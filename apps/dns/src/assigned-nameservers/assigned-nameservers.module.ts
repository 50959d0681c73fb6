import { Module } from '@nestjs/common'
import { AssignedNameservers } from './assigned-nameservers'

/** The name servers that are assigned to accounts: no two accounts have the same, and no account chooses them. */
@Module({ providers: [AssignedNameservers], exports: [AssignedNameservers] })
export class AssignedNameserversModule {}
