import { Button } from '@primer/react'
import { useText } from '../../../language'
import { useToast } from '../../../shell/Toasts'
import { lacksRequirement } from './requirement'
import type { OptionForm } from './use-option-form'

/** What is typed and not saved, wherever it was typed; it stays in sight. */
export function UnsavedBar({ form }: { readonly form: OptionForm }) {
  const { text } = useText()
  const toast = useToast()
  const { changed } = form
  if (changed.length === 0) return null
  const names = changed.map((key) => text(`setting.${key}`)).join(text('options.comma'))
  const isBusy = changed.some(form.isBusy)
  const save = (): void => {
    if (lacksRequirement(changed, form)) toast.warn(text('options.needs_address'))
    else void form.save(changed)
  }
  return (
    <section className="options-bar" aria-label={text('options.unsaved_bar')}>
      <p>
        <strong>{text('options.unsaved', { count: changed.length })}</strong>
        <span className="muted">{names}</span>
      </p>
      <Button variant="invisible" disabled={isBusy} onClick={form.discard}>
        {text('ui.discard')}
      </Button>
      <Button variant="primary" loading={isBusy} onClick={save}>
        {text('options.save_all')}
      </Button>
    </section>
  )
}
