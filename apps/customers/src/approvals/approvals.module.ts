import { Module } from '@nestjs/common'
import { AccessModule } from '../access/access.module'
import { FactorsModule } from '../factors/factors.module'
import { ApproveCall } from './approve-call'
import { Decisions } from './decisions'
import { GetApproval } from './get-approval'
import { ListApprovals } from './list-approvals'
import { RefuseCall } from './refuse-call'
import { RequestApproval } from './request-approval'
import { UseApproval } from './use-approval'

/** Calls of API keys and assistants that a person approves or refuses. */
@Module({
  imports: [AccessModule, FactorsModule],
  controllers: [ApproveCall, GetApproval, ListApprovals, RefuseCall, RequestApproval, UseApproval],
  providers: [Decisions],
})
export class ApprovalsModule {}
