// Builds a folder of manifests with kustomize and decodes every object, of the folder's files and of the build, strictly as its
// Kubernetes API type: an unknown, misplaced or repeated field is an error. Prints the kinds of the build, one a line.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

var kinds = map[string]func() any{
	"v1 Namespace":                           func() any { return &core.Namespace{} },
	"v1 ConfigMap":                           func() any { return &core.ConfigMap{} },
	"v1 Secret":                              func() any { return &core.Secret{} },
	"v1 Service":                             func() any { return &core.Service{} },
	"apps/v1 Deployment":                     func() any { return &apps.Deployment{} },
	"batch/v1 Job":                           func() any { return &batch.Job{} },
	"networking.k8s.io/v1 Ingress":           func() any { return &networking.Ingress{} },
	"policy/v1 PodDisruptionBudget":          func() any { return &policy.PodDisruptionBudget{} },
	"autoscaling/v2 HorizontalPodAutoscaler": func() any { return &autoscaling.HorizontalPodAutoscaler{} },
	"kustomize.config.k8s.io/v1beta1 Kustomization": func() any { return &types.Kustomization{} },
}

var separator = regexp.MustCompile(`(?m)^---$`)

func fail(where string, err error) {
	fmt.Fprintf(os.Stderr, "%s: %v\n", where, err)
	os.Exit(1)
}

// decode decodes each document of a text and returns their kinds.
func decode(where string, text []byte) (found []string) {
	for _, document := range separator.Split(string(text), -1) {
		if len(bytes.TrimSpace([]byte(document))) == 0 {
			continue
		}
		var head struct{ APIVersion, Kind string }
		if err := yaml.Unmarshal([]byte(document), &head); err != nil {
			fail(where, err)
		}
		kind := head.APIVersion + " " + head.Kind
		create, isKnown := kinds[kind]
		if !isKnown {
			fail(where, fmt.Errorf("the kind %q is unknown", kind))
		}
		if err := yaml.UnmarshalStrict([]byte(document), create()); err != nil {
			fail(where, err)
		}
		found = append(found, kind)
	}
	return found
}

func main() {
	folder := os.Args[1]
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil || len(files) == 0 {
		fail(folder, fmt.Errorf("no manifest: %v", err))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			fail(file, err)
		}
		decode(file, text)
	}
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		fail("kustomize", err)
	}
	text, err := built.AsYaml()
	if err != nil {
		fail("kustomize", err)
	}
	for _, kind := range decode("kustomize", text) {
		fmt.Println(kind)
	}
}
