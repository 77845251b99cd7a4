import { GatewayError } from '../../../server/domain/errors/gateway-error'
import type { LedgerDifference } from '../../../server/services/ledger/verify'
import { defineCommand } from '../../command/command'
import type { View } from '../../output/output'
import { words } from '../../words'

const DIFFERENCE_FIELDS = ['account', 'check', 'expected', 'actual'] as const

const DIFFERENCE_VIEW: View<LedgerDifference> = {
  columns: [
    { title: 'ACCOUNT', value: 'account' },
    { title: 'CHECK', value: 'check' },
    { title: 'LEDGER CREDITS', value: 'expected', kind: 'number' },
    { title: 'BALANCE CREDITS', value: 'actual', kind: 'number' },
  ],
  fields: DIFFERENCE_FIELDS,
  quiet: (difference) => difference.account,
}

export const ledgerVerify = defineCommand({
  path: ['ledger', 'verify'],
  summary: 'replay the ledger against every balance; exits 1 on any difference',
  examples: ['gw ledger verify && echo clean', 'gw ledger verify --json'],
  json: DIFFERENCE_VIEW,
  reads: true,
  run: async (context) => {
    const services = await context.services()
    const differences = await services.ledger.verify()
    if (differences.length > 0 || context.output.mode.json) {
      context.output.list(differences, DIFFERENCE_VIEW)
    }
    if (differences.length > 0) {
      throw new GatewayError('ledger.differs', { count: differences.length })
    }
    if (!context.output.mode.json && !context.output.mode.quiet) {
      context.output.value(words`the ledger agrees with every balance`, [])
    }
  },
})
