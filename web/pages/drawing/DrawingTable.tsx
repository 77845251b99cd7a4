import type { TextKey } from '../../../server/domain/i18n/translate'
import { drawingResource } from '../../../server/domain/resources/drawings'
import { DRAWING_STATUS } from '../../../server/domain/status'
import { useText } from '../../app/language'
import { JobId } from '../../components/job/JobId'
import {
  JobActionLabel,
  JobDuration,
  JobProgress,
  JobStatus,
  SubmitCode,
} from '../../components/job/JobLabels'
import { JobMenu } from '../../components/job/JobMenu'
import { JobWhy } from '../../components/job/JobWhy'
import { JOB_PHONE, type JobTableProps, jobSort } from '../../components/job/job-table'
import { LongText } from '../../components/job/LongText'
import { Cell, Dash } from '../../components/table/Cell'
import { ResourceTable } from '../../components/table/ResourceTable'
import { type Drawing, jobOfDrawing, secondsOf } from './drawing-job'

export function DrawingTable(props: JobTableProps<Drawing>) {
  const { rows, error, onRetry, empty, onOpen, query, choice, acts } = props
  const { text } = useText()
  const longCell = (name: 'prompt' | 'prompt_en' | 'fail_reason') => (row: Drawing) => (
    <LongText
      title={text(drawingResource.titleOf(name) as TextKey)}
      content={row[name]}
      isFailure={name === 'fail_reason'}
    />
  )
  return (
    <ResourceTable
      resource={drawingResource}
      rows={rows?.map((drawing) => ({ ...drawing, seconds: secondsOf(drawing) }))}
      nameOf={({ mj_id }) => mj_id}
      error={error}
      onRetry={onRetry}
      empty={empty}
      selection={choice.selection}
      sort={jobSort(query)}
      phone={{
        ...JOB_PHONE,
        mj_id: 'lead',
        code: 'out',
        image_url: 'out',
        prompt: 'plain',
        prompt_en: 'out',
      }}
      actions={(drawing) => <JobMenu job={jobOfDrawing(drawing)} acts={acts} onOpen={onOpen} />}
      details={({ fail_reason }) =>
        fail_reason === '' ? null : (
          <JobWhy title={text('field.drawing.fail_reason')} reason={fail_reason} />
        )
      }
      cells={{
        submit_time: ({ submit_time }) => <Cell kind="time_s" value={submit_time / 1000} />,
        finish_time: ({ finish_time }) => <Cell kind="time_s" value={finish_time / 1000} />,
        seconds: ({ seconds }) => <JobDuration seconds={seconds} />,
        action: ({ action }) => <JobActionLabel action={action} />,
        mj_id: (drawing) => <JobId job={jobOfDrawing(drawing)} onOpen={onOpen} />,
        code: ({ code }) => <SubmitCode code={code} />,
        status: ({ status }) => <JobStatus of="drawing" status={status} />,
        progress: ({ progress, status }) => (
          <JobProgress progress={progress} isFailed={status === DRAWING_STATUS.failure} />
        ),
        image_url: (drawing) =>
          drawing.image_url === '' ? (
            <Dash />
          ) : (
            <button
              type="button"
              className="job-text"
              aria-label={text('drawing.view_image', { id: drawing.mj_id })}
              onClick={() => onOpen(drawing.mj_id)}
            >
              {text('drawing.view')}
            </button>
          ),
        prompt: longCell('prompt'),
        prompt_en: longCell('prompt_en'),
        fail_reason: longCell('fail_reason'),
      }}
    />
  )
}
