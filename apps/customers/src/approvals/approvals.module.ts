import { Module } from '@nestjs/common'
import { AccessModule } from '../access/access.module'
import { FactorsModule } from '../factors/factors.module'
import { MailModule } from '../mail/mail.module'
import { AnswerApprovalLink } from './answer-approval-link'
import { ApprovalEvents } from './approval-events'
import { ApproveCall } from './approve-call'
import { Decisions } from './decisions'
import { FindApprovalLink } from './find-approval-link'
import { GetApproval } from './get-approval'
import { ListApprovals } from './list-approvals'
import { OnSendApprovalMail } from './on-send-approval-mail'
import { RefuseCall } from './refuse-call'
import { RequestApproval } from './request-approval'
import { UseApproval } from './use-approval'

/** Calls of API keys and assistants that a person approves or refuses. */
@Module({
  imports: [AccessModule, FactorsModule, MailModule],
  controllers: [
    AnswerApprovalLink,
    ApproveCall,
    FindApprovalLink,
    GetApproval,
    ListApprovals,
    OnSendApprovalMail,
    RefuseCall,
    RequestApproval,
    UseApproval,
  ],
  providers: [ApprovalEvents, Decisions],
})
export class ApprovalsModule {}
