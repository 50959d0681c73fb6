import { Module } from '@nestjs/common'
import { LifecycleModule } from '../lifecycle/lifecycle.module'
import { RegistryModule } from '../registry/registry.module'
import { Adoption } from './adoption'
import { CloseRecoveredCharge } from './close-recovered-charge'
import { ComparePortfolio } from './compare-portfolio'
import { Comparison } from './comparison'
import { ConfirmHolder } from './confirm-holder'
import { ListPortfolioNames } from './list-portfolio-names'
import { ListRecoveredCharges } from './list-recovered-charges'
import { LostCharges } from './lost-charges'
import { OpenPortfolioJob } from './open-portfolio-job'
import { Parties } from './parties'
import { RecoverNames } from './recover-names'
import { Recovery } from './recovery'
import { RepairPortfolio } from './repair-portfolio'
import { ShowPortfolioJob } from './show-portfolio-job'
import { StartPortfolioJob } from './start-portfolio-job'
import { WhenPortfolioDue } from './when-portfolio-due'

/** Domains that the platform sponsors at a registry: those that it does not know yet, and differences from the registry. */
@Module({
  imports: [LifecycleModule, RegistryModule],
  controllers: [
    CloseRecoveredCharge,
    ComparePortfolio,
    ConfirmHolder,
    ListPortfolioNames,
    ListRecoveredCharges,
    OpenPortfolioJob,
    RecoverNames,
    RepairPortfolio,
    ShowPortfolioJob,
    StartPortfolioJob,
  ],
  providers: [Adoption, Comparison, LostCharges, Parties, Recovery, WhenPortfolioDue],
})
export class PortfolioModule {}
