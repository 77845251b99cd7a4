import { Button } from '@primer/react'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import type { DataOf } from '../../../server/domain/api-calls/contract'
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
import { ImageDialog } from './ImageDialog'

type Drawing = DataOf<'drawing.list'>[number]

interface DrawingTableProps {
  readonly drawings: readonly Drawing[] | undefined
  readonly error: ApiError | undefined
  readonly onRetry: () => unknown
  readonly empty?: ReactNode
}

export function DrawingTable({ drawings, error, onRetry, empty }: DrawingTableProps) {
  const { text } = useText()
  const [image, show] = useState<Drawing | undefined>(undefined)
  const longCell = (name: 'prompt' | 'prompt_en' | 'fail_reason') => (row: Drawing) => (
    <LongText title={text(drawingResource.titleOf(name) as TextKey)} content={row[name]} />
  )
  return (
    <>
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
          mj_id: ({ mj_id }) => <span className="mono">{mj_id}</span>,
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
                onClick={() => show(drawing)}
              >
                {text('drawing.view')}
              </Button>
            ),
          prompt: longCell('prompt'),
          prompt_en: longCell('prompt_en'),
          fail_reason: longCell('fail_reason'),
        }}
      />
      {image && <ImageDialog drawing={image} onClose={() => show(undefined)} />}
    </>
  )
}

/** Times of drawings are in milliseconds. */
function secondsOf({ submit_time, finish_time }: Drawing): number | undefined {
  return finish_time > 0 ? Math.max(0, finish_time - submit_time) / 1000 : undefined
}
