import { Module } from '@nestjs/common'
import { AccessModule } from '../access/access.module'
import { AllowPage } from './allow.page'
import { AuthorizationServer } from './authorization-server'
import { OAuthRoutes } from './oauth.routes'

/** Assistants sign in by OAuth: the authorization server, and the page on which a person gives an assistant access. */
@Module({
  imports: [AccessModule],
  controllers: [AllowPage, OAuthRoutes],
  providers: [AuthorizationServer],
})
export class AssistantsModule {}
