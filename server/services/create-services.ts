import { removeOwnAccount, setOwnAccount } from './accounts/own'
import { extendAuditChain, verifyAuditChain } from './audit/chain'
import { listAuditEntries } from './audit/list'
import { searchAuditEntries } from './audit/search'
import { binder } from './bind'
import { channelServices } from './channel-services'
import { runCommand } from './commands/run'
import { backUpDatabase } from './database/backup'
import { entryServices } from './entry-services'
import { acquireLease } from './leases'
import { ledgerHistory } from './ledger/history'
import { resolveAbandoned } from './ledger/resolve-abandoned'
import { verifyLedger } from './ledger/verify'
import { localLimiters } from './limiter/limiter'
import { applyManifest } from './manifests/apply'
import { planManifest } from './manifests/plan'
import { pullManifest } from './manifests/pull'
import { resetOption } from './option-changes/reset'
import { setOption } from './option-changes/set'
import { setTypedOption } from './option-changes/set-typed'
import { getOption } from './options/get'
import { listOptions } from './options/list'
import { organisationServices } from './organisation-services'
import { sweepOwnedRows } from './owned/sweep'
import { listSealingKeys } from './secrets/list'
import { rotateSecrets } from './secrets/rotate'
import type { Actor, ServiceDeps } from './service-deps'
import { sessionServices } from './session-services'
import { shopServices } from './shop-services'
import { siteStatus, siteText, testDatabase } from './site/status'
import { failLostRuns } from './stored-responses/fail-lost'
import { sweepResponses } from './stored-responses/sweep'
import { tokenServices } from './token-services'
import { exportDocument } from './transfer/export'
import { importDocument } from './transfer/import'
import { affCodeOf } from './users/aff-code'
import { createUser } from './users/create'
import { ensureRoot } from './users/ensure-root'
import { listUserPage } from './users/list'
import { eraseUser, personalLines } from './users/personal-rows'
import { demoteUser, promoteUser } from './users/promote'
import { reachableModels, usableGroupViews } from './users/reach'
import { removeUser } from './users/remove'
import { setUser } from './users/set'
import { setPassword } from './users/set-password'
import { showUser } from './users/show'
import { showLowerUser } from './users/show-lower'
import { banUser, disableUser, enableDueUsers, enableUser } from './users/status'
import { watchServices } from './watch-services'

/** Events are counted in this process unless somebody brings a place to count them. */
type GivenDeps = Omit<ServiceDeps, Counting> & Partial<Pick<ServiceDeps, Counting>>
type Counting = 'openLimiter' | 'guesses'

/** Every use case by noun. The only writers of business state apart from the hot ledger. */
export function createServices(given: GivenDeps) {
  const openLimiter = given.openLimiter ?? localLimiters(given.clock)
  const guesses = given.guesses ?? openLimiter('guesses')
  const deps: ServiceDeps = { ...given, openLimiter, guesses }
  const bound = binder(deps)

  return {
    ...entryServices(bound),
    ...shopServices(bound),
    ...watchServices(bound),
    ...channelServices(bound),
    ...sessionServices(bound, deps),
    ...tokenServices(bound),
    ...organisationServices(bound),
    site: { status: bound(siteStatus), text: bound(siteText), test: bound(testDatabase) },
    users: {
      create: bound(createUser),
      list: bound(listUserPage),
      show: bound(showUser),
      showLower: bound(showLowerUser),
      promote: bound(promoteUser),
      demote: bound(demoteUser),
      setOwn: bound(setOwnAccount),
      removeOwn: bound(removeOwnAccount),
      usableGroups: bound(usableGroupViews),
      reachableModels: bound(reachableModels),
      affCode: bound(affCodeOf),
      set: bound(setUser),
      disable: bound(disableUser),
      ban: bound(banUser),
      enable: bound(enableUser),
      enableDue: bound(enableDueUsers),
      setPassword: bound(setPassword),
      remove: bound(removeUser),
      ensureRoot: bound(ensureRoot),
      personalLines: (actor: Actor, userId: number) => personalLines(deps, actor, userId),
      erase: bound(eraseUser),
    },
    leases: { acquire: bound(acquireLease) },
    owned: { sweep: bound(sweepOwnedRows) },
    storedResponses: { sweep: bound(sweepResponses), failLost: bound(failLostRuns) },
    options: {
      list: bound(listOptions),
      get: bound(getOption),
      set: bound(setOption),
      setTyped: bound(setTypedOption),
      reset: bound(resetOption),
    },
    audit: {
      list: bound(listAuditEntries),
      search: bound(searchAuditEntries),
      link: bound(extendAuditChain),
      verify: bound(verifyAuditChain),
    },
    commands: { run: bound(runCommand) },
    secrets: { list: bound(listSealingKeys), rotate: bound(rotateSecrets) },
    ledger: {
      verify: bound(verifyLedger),
      history: bound(ledgerHistory),
      resolveAbandoned: bound(resolveAbandoned),
    },
    database: { backUp: bound(backUpDatabase) },
    manifests: {
      pull: bound(pullManifest),
      plan: bound(planManifest),
      apply: bound(applyManifest),
    },
    transfer: { export: bound(exportDocument), import: bound(importDocument) },
  } as const
}

export type Services = ReturnType<typeof createServices>
