import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { defineCommand } from '../../command/command'
import { words } from '../../words'

export const auditVerify = defineCommand({
  path: ['audit', 'verify'],
  summary: 'check that no entry of the audit log was edited or taken out; exits 1 if one was',
  flags: { head: { kind: 'text', summary: 'head that was printed before and noted elsewhere' } },
  examples: ['gw audit verify', 'gw audit verify --head 1204:9f2c…'],
  json: { linked: 'number', waiting: 'number', head: 'text', problem: 'json' },
  reads: true,
  run: async (context, { flags }) => {
    const services = await context.services()
    const chain = await services.audit.verify({ noted: flags.head })
    const { linked, waiting, head, problem } = chain
    const result = words`${linked} entries agree, ${waiting} wait to be linked; head ${head || '-'}`
    if (problem === undefined || context.output.mode.json) context.output.value(result, chain)
    if (problem !== undefined) {
      const { kind, chain: place, id } = problem
      throw new GatewayError('audit.differs', { kind: `reason.audit_${kind}`, place, id })
    }
  },
})
