import { CheckCircleFillIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useText } from '../../../app/language'
import type { Form } from '../../../components/form/use-form'
import { ChannelModels } from '../drawer/ChannelModels'
import type { ChannelValues } from '../drawer/channel-values'
import { SaveRefusal } from './SaveRefusal'
import type { Connected } from './setup'
import type { SetupSave } from './use-setup-save'

interface ModelsStepProps {
  readonly form: Form<ChannelValues>
  readonly connected: Connected | undefined
  /** Where there is nothing to price, this step is the last. */
  readonly saving: SetupSave | undefined
  readonly onBack: () => void
  readonly onNext: () => void
}

export function ModelsStep({ form, connected, saving, onBack, onNext }: ModelsStepProps) {
  const { text } = useText()
  const { listed, passed } = connected ?? {}
  const seconds = passed?.seconds.toFixed(2) ?? ''
  return (
    <form className="form" noValidate onSubmit={form.submit(saving?.save ?? onNext)}>
      {passed !== undefined && (
        <p className="setup-passed" role="status">
          <CheckCircleFillIcon /> {text('setup.passed', { model: passed.model, seconds })}
        </p>
      )}
      <p className="field-caption">
        {listed === undefined
          ? text('setup.models_unlisted')
          : text('setup.models_listed', { count: listed.length })}{' '}
        {text('setup.models_text')}
      </p>
      <ChannelModels form={form} channel={undefined} {...(listed && { listed })} />
      <SaveRefusal refusal={saving?.refusal} />
      <div className="setup-buttons">
        <Button onClick={onBack}>{text('setup.back')}</Button>
        <Button variant="primary" type="submit" loading={saving?.isBusy === true}>
          {text(saving === undefined ? 'setup.next' : 'setup.save')}
        </Button>
      </div>
    </form>
  )
}
