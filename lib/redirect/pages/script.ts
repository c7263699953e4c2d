/**
 * What the buttons do that copy: they are hidden until this runs. Where the clipboard is closed to the page, which is not reached by https,
 * it copies by a selection, as was done before.
 */
export const script = `(()=>{
const said=document.querySelector(".said");
const select=t=>{const a=document.createElement("textarea");a.value=t;document.body.append(a);a.select();
const done=document.execCommand("copy");a.remove();if(!done)throw 0};
for(const b of document.querySelectorAll("[data-copy]")){
const word=b.textContent;let timer;b.hidden=false;
b.addEventListener("click",async()=>{
const t=document.getElementById(b.dataset.copy).textContent;
try{await(navigator.clipboard?navigator.clipboard.writeText(t).catch(()=>select(t)):select(t))}catch{return}
b.textContent=said.textContent=said.dataset.word;clearTimeout(timer);
timer=setTimeout(()=>{b.textContent=word;said.textContent=""},2000)})}})()`.replace(/\n/g, "");
