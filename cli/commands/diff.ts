import { defineCommand } from '../command/command'
import { CommandFailure, EXIT } from '../exit'
import { MANIFEST_FLAGS } from '../manifest/flags'
import { loadManifest } from '../manifest/load-manifest'
import { PLAN_VIEW, printPlan } from '../manifest/plan-view'

export const diff = defineCommand({
  path: ['diff'],
  summary: 'list what "gw apply" would change; exits 3 if anything differs',
  flags: MANIFEST_FLAGS,
  examples: ['gw diff -f gw.yaml', 'gw diff -f gw.yaml --json', 'gw diff -f - --prune < gw.yaml'],
  json: PLAN_VIEW,
  reads: true,
  run: async (context, { flags }) => {
    const { manifests } = await context.services()
    const { manifest, hidden, refuse } = await loadManifest(context, flags.file)
    const prune = flags.prune === true
    const request = { manifest, hidden, prune, conflicts: 'refuse' } as const
    const plan = await manifests.plan(context.actor, request)
    refuse(plan.faults)
    printPlan(context, plan)
    if (!plan.differs) return
    const said = 'the gateway differs from the file'
    throw new CommandFailure('manifest.differs', said, { exitCode: EXIT.differs })
  },
})
