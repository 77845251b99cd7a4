/** What people do about jobs: stop one, try it again, give its credits back. */
import { isAdmin } from '../../../server/domain/roles'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { useViewer } from '../../session'
import { useConfirmation } from '../../shell/Confirm'
import { useAction } from '../use-action'
import type { JobKind, ShownJob } from './shown-job'

export interface JobActs {
  readonly isBusy: boolean
  readonly canRefund: (job: ShownJob) => boolean
  readonly cancel: (job: ShownJob) => Promise<boolean>
  readonly retry: (job: ShownJob) => Promise<boolean>
  readonly refund: (job: ShownJob) => Promise<boolean>
  /** Something that is submitted; the list is read again when it was taken. */
  readonly submit: (order: () => Promise<unknown>) => Promise<boolean>
}

export function useJobActs(kind: JobKind): JobActs {
  const { text } = useText()
  const format = useFormat()
  const confirm = useConfirmation()
  const viewer = useViewer()
  const { isBusy, run } = useAction()
  const act = async (order: () => Promise<unknown>, done: string): Promise<boolean> => {
    const isDone = await run(order, done)
    if (isDone) await refresh(kind)
    return isDone
  }
  return {
    isBusy,
    // Who may refund is told the channel; everybody else sees none.
    canRefund: ({ isOpen, isFailed, quota }) =>
      isAdmin(viewer?.role ?? 0) && !isOpen && !isFailed && quota > 0,
    async cancel({ id }) {
      const question = { title: text('job.cancel_title'), agree: text('job.cancel') }
      if (!(await confirm({ ...question, message: text('job.cancel_text'), danger: true })))
        return false
      return await act(() => call(`${kind}.cancel`, { params: { id } }), text('job.cancelled'))
    },
    retry: async ({ id }) =>
      await act(() => call(`${kind}.retry`, { params: { id } }), text('job.submitted')),
    async refund({ id, quota }) {
      const message = text('job.refund_text', { amount: format.cost(quota) })
      const question = { title: text('job.refund_title'), agree: text('job.refund') }
      if (!(await confirm({ ...question, message, danger: true }))) return false
      return await act(() => call(`${kind}.refund`, { params: { id } }), text('job.refunded'))
    },
    submit: async (order) => await act(order, text('job.submitted')),
  }
}
