import { Module } from '@nestjs/common'
import { MailModule } from '../mail/mail.module'
import { OnSendTransferAuthorization } from './on-send-transfer-authorization'
import { ReadTransferLink } from './read-transfer-link'

/** Mails that ask a registrant to authorize a transfer, and the links in them. */
@Module({ imports: [MailModule], controllers: [OnSendTransferAuthorization, ReadTransferLink] })
export class TransferAuthorizationModule {}
