import type { PlanView } from '../../server/services/manifests/plan'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { CommandFailure } from '../exit'
import { conflictRuleOf, MANIFEST_FLAGS } from '../manifest/flags'
import { loadManifest } from '../manifest/load-manifest'
import { PLAN_VIEW, printPlan } from '../manifest/plan-view'
import { words } from '../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from './careful-flags'

export const apply = defineCommand({
  path: ['apply'],
  summary: 'make a gateway what configuration files say, all or nothing, after showing the plan',
  flags: {
    ...MANIFEST_FLAGS,
    plan: {
      kind: 'text',
      value: 'ID',
      summary: 'carry out this plan of "gw diff" only, and no other',
    },
    force: { kind: 'switch', summary: 'overwrite what was changed by hand since it was applied' },
    adopt: { kind: 'switch', summary: 'keep what was changed by hand, from now on' },
    ...DRY_RUN_FLAG,
    ...YES_FLAG,
  },
  examples: [
    'gw apply -f gw.yaml',
    'gw apply -f gw.yaml --prune --dry-run',
    'gw apply -f channels.yaml -f prices.yaml --yes',
  ],
  json: PLAN_VIEW,
  run: async (context, { flags }) => {
    const { manifest, hidden, refuse } = await loadManifest(context, flags.file)
    const { manifests } = await context.services()
    const [prune, conflicts] = [flags.prune === true, conflictRuleOf(flags)]
    const request = { manifest, hidden, prune, conflicts }
    const plan = await manifests.plan(context.actor, request)
    refuse(plan.faults)
    printPlan(context, plan)
    requireNoConflict(plan)
    requireSame(plan, flags.plan ?? plan.id)
    // The plan is named, so that a yes to one is never a yes to another.
    if (plan.differs) await context.confirm(isAgreed(flags), words`Apply plan ${plan.id}?`)
    const dryRun = flags['dry-run'] === true
    const order = { ...request, plan: plan.id, dryRun }
    const { outcome, plan: now, faults } = await manifests.apply(context.actor, order)
    refuse(faults)
    if (outcome === 'changed') refuseChanged(context, now)
    requireNoConflict(now)
    context.output.note(dryRun ? 'dry run: nothing was changed' : 'applied')
  },
})

function requireNoConflict({ hasConflicts }: PlanView): void {
  if (!hasConflicts) return
  const said = 'changed by hand since it was applied: --force overwrites it, --adopt keeps it'
  throw new CommandFailure('manifest.conflict', said)
}

function requireSame({ id }: PlanView, wanted: string): void {
  if (id === wanted) return
  throw new CommandFailure('manifest.changed', words`what would be done is plan ${id} now`)
}

function refuseChanged(context: CommandContext, plan: PlanView): never {
  context.output.note('the gateway was changed meanwhile, and nothing was applied')
  printPlan(context, plan)
  throw new CommandFailure('manifest.changed', words`what would be done is plan ${plan.id} now`)
}
