import { MeterIcon, PencilIcon, PlusIcon, ProjectIcon, TrashIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { type MemberRole, mayAs } from '../../../server/domain/accounts/membership'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { ProjectJson } from '../../../server/domain/endpoints/member'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { useConfirmation } from '../../components/overlay/Confirm'
import { Blank } from '../../components/page/Blank'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { useAction } from '../../components/page/use-action'
import { PlainTable } from '../../components/table/PlainTable'
import { RowButton } from '../../components/table/RowButton'

const LimitsDialog = lateDialog(async () => (await import('./LimitsDialog')).LimitsDialog)
const NameView = lateDialog(async () => (await import('../../components/table/NameView')).NameView)

type Opened = { readonly kind: 'edit' | 'limits'; readonly project: ProjectJson | undefined }

export default function Projects({ role }: { readonly role: MemberRole }) {
  const { text } = useText()
  const { data: projects, error, reload } = useEndpoint('project.list')
  const [opened, open] = useState<Opened | undefined>(undefined)
  const manages = mayAs(role, 'manage')
  return (
    <>
      {manages && (
        <div className="org-actions">
          <Button
            leadingVisual={PlusIcon}
            variant="primary"
            onClick={() => open({ kind: 'edit', project: undefined })}
          >
            {text('org.new_project')}
          </Button>
        </div>
      )}
      {error !== undefined && projects === undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      {error === undefined && projects === undefined && <PageSkeleton />}
      {projects?.length === 0 && (
        <Blank
          icon={ProjectIcon}
          title={text('org.no_projects')}
          message={text('org.projects_hint')}
        />
      )}
      {projects !== undefined && projects.length > 0 && (
        <ProjectTable projects={projects} manages={manages} onOpen={open} onGone={reload} />
      )}
      {opened?.kind === 'edit' && (
        <EditProject project={opened.project} onChanged={reload} onClose={() => open(undefined)} />
      )}
      {opened?.kind === 'limits' && opened.project !== undefined && (
        <LimitsDialog
          subject="project"
          id={opened.project.id}
          name={opened.project.name}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}

interface ProjectTableProps {
  readonly projects: readonly ProjectJson[]
  readonly manages: boolean
  readonly onOpen: (opened: Opened) => void
  readonly onGone: () => Promise<unknown>
}

function ProjectTable({ projects, manages, onOpen, onGone }: ProjectTableProps) {
  const { text } = useText()
  const { time } = useFormat()
  const created = text('field.token.created_time')
  return (
    <PlainTable titles={[text('org.project'), created]} hasActions={manages}>
      {projects.map((project) => (
        <tr key={project.id}>
          <td>
            <strong>{project.name}</strong>
          </td>
          <td data-label={created}>{time(project.created_at / 1000)}</td>
          {manages && (
            <td>
              <ProjectActs project={project} onOpen={onOpen} onGone={onGone} />
            </td>
          )}
        </tr>
      ))}
    </PlainTable>
  )
}

interface ProjectActsProps {
  readonly project: ProjectJson
  readonly onOpen: (opened: Opened) => void
  readonly onGone: () => Promise<unknown>
}

function ProjectActs({ project, onOpen, onGone }: ProjectActsProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const { id, name } = project
  const close = async (): Promise<void> => {
    const question = { title: text('org.close_title', { name }), message: text('org.close_text') }
    if (!(await confirm({ ...question, agree: text('org.close'), danger: true }))) return
    await run(() => call('project.remove', { params: { id } }).finally(onGone), text('ui.done'))
  }
  return (
    <span className="cell-actions">
      <RowButton
        icon={MeterIcon}
        title="limit.title"
        name={name}
        onClick={() => onOpen({ kind: 'limits', project })}
      />
      <RowButton
        icon={PencilIcon}
        title="ui.edit"
        name={name}
        onClick={() => onOpen({ kind: 'edit', project })}
      />
      <RowButton
        icon={TrashIcon}
        title="org.close"
        name={name}
        isDisabled={isBusy}
        onClick={() => void close()}
      />
    </span>
  )
}

interface EditProjectProps {
  /** Absent for a new one. */
  readonly project: ProjectJson | undefined
  readonly onChanged: () => Promise<unknown>
  readonly onClose: () => void
}

function EditProject({ project, onChanged, onClose }: EditProjectProps) {
  const { text } = useText()
  const save = async (name: string): Promise<void> => {
    if (project === undefined) await call('project.create', { body: { name } })
    else await call('project.update', { params: { id: project.id }, body: { name } })
    await onChanged()
  }
  return (
    <NameView
      title={text(project === undefined ? 'org.new_project' : 'ui.edit')}
      label={text('org.project_name')}
      name={project?.name ?? ''}
      onSave={save}
      onClose={onClose}
    />
  )
}
