/** What is done about one job: the same keys on both screens. */
import type { RowAction } from '../resource/definition'

interface JobRow {
  readonly id: number
  readonly status: string
  readonly quota: number
}

const ENDED: ReadonlySet<string> = new Set(['SUCCESS', 'FAILURE'])

export function jobActions<Row extends JobRow>(
  noun: 'drawing' | 'task',
  idOf: (row: Row) => string,
): readonly RowAction<Row>[] {
  return [
    {
      key: 'W',
      title: 'job.cancel',
      isFor: ({ status }) => !ENDED.has(status),
      question: (_, { text }) => ({
        title: text('job.cancel_title'),
        message: text('job.cancel_text'),
      }),
      run: async (row, { api, text, reload }) => {
        await api.call(`${noun}.cancel`, { params: { id: idOf(row) } })
        reload()
        return text('job.cancelled')
      },
    },
    {
      key: 'Y',
      title: 'job.retry',
      isFor: ({ status }) => status === 'FAILURE',
      run: async (row, { api, text, reload }) => {
        await api.call(`${noun}.retry`, { params: { id: idOf(row) } })
        reload()
        return text('job.submitted')
      },
    },
    {
      key: '=',
      title: 'job.refund',
      isFor: ({ status, quota }) => status === 'SUCCESS' && quota > 0,
      question: ({ quota }, { text, format }) => ({
        title: text('job.refund_title'),
        message: text('job.refund_text', { amount: format.cost(quota) }),
      }),
      run: async (row, { api, text, reload }) => {
        await api.call(`${noun}.refund`, { params: { id: idOf(row) } })
        reload()
        return text('job.refunded')
      },
    },
  ]
}
