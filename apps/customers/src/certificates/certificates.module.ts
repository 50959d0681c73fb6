import { Module } from '@nestjs/common'
import { MailModule } from '../mail/mail.module'
import { OnSendCertificateMail } from './on-send-certificate-mail'
import { ReadApproverLink } from './read-approver-link'

/** Mails about certificate orders, and the links in them. */
@Module({ imports: [MailModule], controllers: [OnSendCertificateMail, ReadApproverLink] })
export class CertificatesModule {}
