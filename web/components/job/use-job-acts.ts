/** What people do about jobs: stop some, try them again, give their credits back. */
import { type Icon, IterationsIcon, ReplyIcon, StopIcon } from '@primer/octicons-react'
import { isAdmin } from '../../../server/domain/accounts/roles'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useConfirmation } from '../overlay/Confirm'
import { useAction } from '../page/use-action'
import type { JobKind, ShownJob } from './shown-job'

type Verb = 'cancel' | 'retry' | 'refund'

interface JobAct {
  readonly name: Verb
  readonly title: TextKey
  readonly icon: Icon
  readonly isDanger: boolean
  readonly isFor: (job: ShownJob) => boolean
  /** False when it was not agreed to, or failed for one of them; the others are done. */
  readonly act: (jobs: readonly ShownJob[]) => Promise<boolean>
}

export interface JobActs {
  readonly isBusy: boolean
  readonly all: readonly JobAct[]
  /** Something that is submitted; the list is read again when it was taken. */
  readonly submit: (order: () => Promise<unknown>) => Promise<boolean>
}

interface Question {
  readonly title: string
  readonly agree: string
  readonly message: string
}

export function useJobActs(kind: JobKind): JobActs {
  const { text } = useText()
  const format = useFormat()
  const confirm = useConfirmation()
  const viewer = useViewer()
  const { isBusy, run } = useAction()
  const act = async (order: () => Promise<unknown>, done: string): Promise<boolean> =>
    await run(async () => {
      try {
        await order()
      } finally {
        await refresh(kind)
      }
    }, done)
  const each =
    (verb: Verb, done: string, questionOf?: (jobs: readonly ShownJob[]) => Question) =>
    async (jobs: readonly ShownJob[]): Promise<boolean> => {
      const question = questionOf?.(jobs)
      if (question && !(await confirm({ ...question, danger: true }))) return false
      return await act(() => callEach(`${kind}.${verb}`, jobs), done)
    }
  return {
    isBusy,
    all: [
      {
        name: 'cancel',
        title: 'job.cancel',
        icon: StopIcon,
        isDanger: true,
        isFor: ({ isOpen }) => isOpen,
        act: each('cancel', text('job.cancelled'), ({ length: count }) => ({
          title: count === 1 ? text('job.cancel_title') : text('job.cancel_many', { count }),
          agree: text('job.cancel'),
          message: text('job.cancel_text'),
        })),
      },
      {
        name: 'retry',
        title: 'job.retry',
        icon: IterationsIcon,
        isDanger: false,
        isFor: ({ isFailed }) => isFailed,
        act: each('retry', text('job.submitted')),
      },
      {
        name: 'refund',
        title: 'job.refund',
        icon: ReplyIcon,
        isDanger: true,
        // Viewers who may refund see the channel; everybody else does not.
        isFor: ({ isOpen, isFailed, quota }) =>
          isAdmin(viewer?.role ?? 0) && !isOpen && !isFailed && quota > 0,
        act: each('refund', text('job.refunded'), (jobs) => {
          const count = jobs.length
          const amount = format.cost(jobs.reduce((sum, { quota }) => sum + quota, 0))
          return {
            title: count === 1 ? text('job.refund_title') : text('job.refund_many', { count }),
            agree: text('job.refund'),
            message: text('job.refund_text', { amount }),
          }
        }),
      },
    ],
    submit: async (order) => await act(order, text('job.submitted')),
  }
}

/** One that fails does not keep the others from being tried. */
async function callEach(id: `${JobKind}.${Verb}`, jobs: readonly ShownJob[]): Promise<void> {
  const failures: unknown[] = []
  for (const job of jobs) {
    await call(id, { params: { id: job.id } }).catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
