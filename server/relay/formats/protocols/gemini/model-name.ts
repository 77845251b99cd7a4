/** Names as Google writes them: `models/gemini-2.5-flash`, `tunedModels/mine`. */
export const MODEL_FOLDER = 'models/'
const TUNED_FOLDER = 'tunedModels/'

export function resourceName(model: string): string {
  return model.startsWith(TUNED_FOLDER) ? model : MODEL_FOLDER + model
}
