import { Button } from '@primer/react'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { drawingResource } from '../../../server/domain/resources/drawings'
import { DRAWING_STATUS } from '../../../server/domain/status'
import { Cell } from '../../components/Cell'
import {
  JobActionLabel,
  JobDuration,
  JobProgress,
  JobStatus,
  SubmitCode,
} from '../../components/job/JobLabels'
import { LongText } from '../../components/job/LongText'
import { ResourceTable } from '../../components/ResourceTable'
import { useText } from '../../language'
import { type Drawing, secondsOf } from './drawing-job'

interface DrawingTableProps {
  readonly drawings: readonly Drawing[] | undefined
  readonly error: ApiError | undefined
  readonly onRetry: () => unknown
  readonly empty?: ReactNode
  /** By the id that clients know. */
  readonly onOpen: (id: string) => void
}

export function DrawingTable({ drawings, error, onRetry, empty, onOpen }: DrawingTableProps) {
  const { text } = useText()
  const longCell = (name: 'prompt' | 'prompt_en' | 'fail_reason') => (row: Drawing) => (
    <LongText title={text(drawingResource.titleOf(name) as TextKey)} content={row[name]} />
  )
  return (
    <ResourceTable
      resource={drawingResource}
      rows={drawings?.map((drawing) => ({ ...drawing, seconds: secondsOf(drawing) }))}
      nameOf={({ mj_id }) => mj_id}
      error={error}
      onRetry={onRetry}
      empty={empty}
      cells={{
        submit_time: ({ submit_time }) => <Cell kind="time_s" value={submit_time / 1000} />,
        finish_time: ({ finish_time }) => <Cell kind="time_s" value={finish_time / 1000} />,
        seconds: ({ seconds }) => <JobDuration seconds={seconds} />,
        action: ({ action }) => <JobActionLabel action={action} />,
        mj_id: ({ mj_id }) => (
          <button
            type="button"
            className="job-text mono"
            aria-label={text('task.details', { id: mj_id })}
            onClick={() => onOpen(mj_id)}
          >
            {mj_id}
          </button>
        ),
        code: ({ code }) => <SubmitCode code={code} />,
        status: ({ status }) => <JobStatus of="drawing" status={status} />,
        progress: ({ progress, status }) => (
          <JobProgress progress={progress} isFailed={status === DRAWING_STATUS.failure} />
        ),
        image_url: (drawing) =>
          drawing.image_url === '' ? (
            <span className="muted">–</span>
          ) : (
            <Button
              size="small"
              aria-label={text('drawing.view_image', { id: drawing.mj_id })}
              onClick={() => onOpen(drawing.mj_id)}
            >
              {text('drawing.view')}
            </Button>
          ),
        prompt: longCell('prompt'),
        prompt_en: longCell('prompt_en'),
        fail_reason: longCell('fail_reason'),
      }}
    />
  )
}
