/** What a page works with once it stands there: addresses of this site. */
export interface LateFiles {
  /** The module that takes the page over; none while one works on it. */
  entry?: string | undefined;
  /** What that imports, so that nothing waits for another. */
  modules: readonly string[];
  /** The words, which the entry asks for by the same address. */
  words: string;
}

/**
 * An inline script that fetches these files after the first paint: before, they would share a phone's line with what is looked at
 * (style, words of the page, first photo), which is all there without them. In a tab that is not seen nothing is ever painted, so it
 * does not wait there; nor longer than two seconds.
 */
export function lateScript(files: LateFiles): string {
  const given = JSON.stringify(files).replaceAll('<', '\\u003c');
  return `(${START})(${given})`;
}

const START = `function(f){
var done;
function add(tag,to,props){to.appendChild(Object.assign(document.createElement(tag),props))}
function go(){
if(done)return;done=1;
var h=document.head;
add('link',h,{rel:'preload',as:'fetch',href:f.words,crossOrigin:'anonymous'});
f.modules.forEach(function(href){add('link',h,{rel:'modulepreload',href:href})});
if(f.entry)add('script',h,{type:'module',src:f.entry})
}
if(document.hidden)go();
else{requestAnimationFrame(function(){setTimeout(go)});setTimeout(go,2000)}
}`.replaceAll('\n', '');
