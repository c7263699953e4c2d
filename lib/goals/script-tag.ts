/** What a page includes: a `qzGoal` that keeps calls until the script has come, and the script. */
export const writeScriptTag = (
  baseUrl: string,
) => `<script>window.qzGoal=window.qzGoal||function(){(qzGoal.q=qzGoal.q||[]).push(arguments)}</script>
<script src="${baseUrl}/goals.js" async></script>`;
